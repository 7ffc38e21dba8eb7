package org.foretell.study;

import org.foretell.study.campaign.CampaignResult;
import org.foretell.study.decision.StudyAnswer;

/**
 * The result of a study.
 *
 * @param answer the best offer, its probability, and what would change the decision
 * @param campaign the run times behind it
 */
public record StudyResult(StudyAnswer answer, CampaignResult campaign) {}
