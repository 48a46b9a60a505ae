import type { SourceState } from '@raahi/contract/source-labels'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

/** An embedded form: who may show it, and the consent text that it shows. */
export interface Embed {
  state: SourceState
  domains: string[]
  consentText: string
  /** As it is stored with an enquiry. */
  consentVersion: string
}

/** @returns undefined for a source of another kind too */
export async function findEmbed(db: Kysely<Schema>, id: string): Promise<Embed | undefined> {
  const { rows } = await sql<Embed>`
    select s.state, s.embed_domains as domains, c.text as "consentText", 'source-' || c.version as "consentVersion"
    from sources s join source_consents c on c.source_id = s.id
    where s.id = ${id} and s.kind = 'embed' order by c.version desc limit 1`.execute(db)
  return rows[0]
}
