import { siteOrigin } from '../site-meta.ts'
import googleTest from './snippets/google-test.sh?raw'
import readFeed from './snippets/read-feed.sh?raw'
import receive from './snippets/receive.mjs?raw'
import sendBatch from './snippets/send-batch.sh?raw'
import sendLead from './snippets/send-lead.sh?raw'
import sheet from './snippets/sheet.gs?raw'
import verifyPhp from './snippets/verify.php?raw'
import verifyPython from './snippets/verify.py?raw'
import verifyWeb from './snippets/verify-web.js?raw'

// Tests run these files (server/src/features/webhooks/snippets.test.ts, e2e/developers.spec.ts).

/** Inserts the address of the API. */
const here = (text: string) =>
  text
    .trimEnd()
    .replaceAll('https://public-url.invalid', import.meta.env.VITE_API_BASE_URL || siteOrigin())

export const readSnippets = () => ({
  sendLead: here(sendLead),
  sendBatch: here(sendBatch),
  sheet: here(sheet),
  googleTest: here(googleTest),
  readFeed: here(readFeed),
})

/** How a receiver checks the signature, by language. */
export const receivers: readonly (readonly [language: string, code: string])[] = [
  ['Node.js', receive.trimEnd()],
  ['Python', verifyPython.trimEnd()],
  ['PHP', verifyPhp.trimEnd()],
  ['Web Crypto', verifyWeb.trimEnd()],
]
