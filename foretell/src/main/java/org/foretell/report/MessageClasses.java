package org.foretell.report;

import org.foretell.classification.ClassificationSummary;
import org.foretell.classification.file.ClassifierFile;

/**
 * Of which class messages, collectives and updates of an explained run are. Immutable.
 *
 * @param classifier what decided, and what that was trained on
 * @param summary how much is of each class
 */
public record MessageClasses(ClassifierFile classifier, ClassificationSummary summary) {}
