package org.foretell.study;

import org.foretell.study.campaign.CampaignResult;
import org.foretell.study.decision.StudyAnswer;

/**
 * What a study has found.
 *
 * @param answer which offer is first, how sure that is, and what would change it
 * @param campaign the run times behind it
 */
public record StudyResult(StudyAnswer answer, CampaignResult campaign) {}
