package org.foretell.report;

import org.foretell.classification.ClassificationSummary;
import org.foretell.classification.file.ClassifierFile;

/**
 * The classes of messages, collectives and updates of an explained run. Immutable.
 *
 * @param classifier the classifier used, and its training data
 * @param summary how much is of each class
 */
public record MessageClasses(ClassifierFile classifier, ClassificationSummary summary) {}
