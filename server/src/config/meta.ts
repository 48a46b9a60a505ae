import { z } from 'zod'
import { isLoopback } from './loopback-names.ts'
import { isUnset, type Problem, setTogether, webAddress } from './setting-types.ts'

/** How leads of Meta arrive: from the operator's app at Meta, from the stand-in of a trial, or not at all. */
export type MetaSettings =
  | { mode: 'off' }
  | {
      mode: 'sandbox' | 'live'
      /** Signs what Meta sends. */
      appSecret: string
      /** Meta sends it when the webhook is set up. */
      verifyToken: string
      /** Opens the leads of the page. */
      pageToken: string
      /** Address without the id of a lead. Undefined: the product serves the stand-in. */
      graphUrl: string | undefined
    }

/** Accepted by the stand-in alone. */
export const metaSandboxKeys = {
  appSecret: 'meta_sandbox_secret',
  verifyToken: 'meta_sandbox_verify',
  pageToken: 'meta_sandbox_token',
} as const

/** Settings of lead ads, from the environment. */
export const metaSettings = {
  META_APP_SECRET: z.string().optional(),
  META_VERIFY_TOKEN: z
    .string()
    .min(16, { error: 'META_VERIFY_TOKEN must have at least 16 characters.' })
    .optional(),
  META_PAGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, { error: 'META_PAGE_TOKEN must be one line without spaces.' })
    .optional(),
  META_GRAPH_URL: webAddress('META_GRAPH_URL')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
}
export type MetaInput = z.output<z.ZodObject<typeof metaSettings>>

/** Contradictions between these settings. */
export const metaProblems: readonly Problem<MetaInput>[] = [
  {
    holds: (set) => setTogether(set.META_APP_SECRET, set.META_VERIFY_TOKEN, set.META_PAGE_TOKEN),
    error: 'META_APP_SECRET, META_VERIFY_TOKEN and META_PAGE_TOKEN must be set together.',
  },
  {
    holds: (set) => isUnset(set.META_GRAPH_URL) || !isUnset(set.META_APP_SECRET),
    error: 'META_GRAPH_URL needs META_APP_SECRET.',
  },
  {
    holds: ({ META_GRAPH_URL: address }) =>
      address === undefined ||
      /^https:/i.test(address) ||
      isLoopback(URL.parse(address)?.hostname ?? ''),
    error: 'META_GRAPH_URL must be an https address: requests contain the token of the page.',
  },
]

/** The app at Meta if it is set, the stand-in in a trial, otherwise none. */
export function metaOf(set: MetaInput, trial: boolean): MetaSettings {
  const { META_APP_SECRET: appSecret, META_VERIFY_TOKEN: verifyToken } = set
  const { META_PAGE_TOKEN: pageToken, META_GRAPH_URL: graphUrl } = set
  if (appSecret && verifyToken && pageToken) {
    return {
      mode: 'live',
      appSecret,
      verifyToken,
      pageToken,
      graphUrl: graphUrl ?? 'https://graph.facebook.com/v25.0',
    }
  }
  return trial ? { mode: 'sandbox', ...metaSandboxKeys, graphUrl: undefined } : { mode: 'off' }
}
