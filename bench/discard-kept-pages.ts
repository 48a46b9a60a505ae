import { withClient } from './environment.ts'

/** Makes the product read every list page again. It does so after a change of a price, while it applies a sale to a kept page. */
export async function discardKeptPages(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query('update lead_costs set price_paise = price_paise'),
  )
}
