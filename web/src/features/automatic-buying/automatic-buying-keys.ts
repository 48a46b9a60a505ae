/** Query keys of the rules and of the leads that they skipped. In a separate file, because every screen loads it. */
export const automaticBuyingKey = ['automatic-buying'] as const
export const skippedLeadsKey = ['skipped-leads'] as const
