/** Keys of the rules and of the leads that these did not buy. Alone in their file, for what is loaded with every screen. */
export const automaticBuyingKey = ['automatic-buying'] as const
export const skippedLeadsKey = ['skipped-leads'] as const
