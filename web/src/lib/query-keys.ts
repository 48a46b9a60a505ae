/** The keys of all cached queries, so that a change in one feature can refetch what others show. Each begins the keys of a kind. */
export const leadsKey = ['leads'] as const
export const purchasesKey = ['purchases'] as const
export const pipelineKey = ['pipeline'] as const
export const quotesKey = ['quotes'] as const
export const savedSearchesKey = ['saved-searches'] as const
export const automaticBuyingKey = ['automatic-buying'] as const
export const skippedLeadsKey = ['skipped-leads'] as const
/** The signed-in user's record, which includes the wallet. */
export const accountKey = ['account'] as const
export const ownSessionsKey = ['own-sessions'] as const
export const subscriptionsKey = ['subscriptions'] as const
export const statementKey = ['statement'] as const
export const invoicesKey = ['invoices'] as const
export const usersKey = ['users'] as const
export const transactionsKey = ['transactions'] as const
export const dashboardKey = ['dashboard'] as const
export const membersKey = ['members'] as const
export const waitingKey = ['waiting'] as const
