import { withClient } from './environment.ts'

/** Makes the product read every list page again: it discards all kept pages after any change of a price. */
export async function discardKeptPages(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query('update lead_costs set price_paise = price_paise'),
  )
}
