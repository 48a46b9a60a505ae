import { listRules } from '@raahi/contract/return-rules'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/database/connect.ts'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import { findPolicy } from './public/return-policy.queries.ts'

/**
 * Creates the part of the page of the return policy that depends on the data: the rules in force as HTML, read for each
 * request, so that a change shows at once. Its styles are those of web/src/features/return-figures/returns.module.css.
 */
export function createPolicyHtml(
  { kysely }: Database,
  log: FastifyBaseLogger,
): () => Promise<string> {
  return async () => {
    try {
      const rules = listRules(await findPolicy(kysely))
      const items = rules.map(
        ({ title, text }) => `<li><h3>${escapeHtml(title)}</h3><p>${escapeHtml(text)}</p></li>`,
      )
      return `<h2>The rules</h2><ul>${items.join('')}</ul>`
    } catch (error) {
      log.error({ err: error }, 'the page of the return policy was sent without its rules')
      return ''
    }
  }
}
