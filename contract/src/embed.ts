import { z } from 'zod'
import { maxEmbedDomains } from './embed-page.ts'

/**
 * The normal form of a website: host and port, as in a frame-ancestors directive. An address that was pasted is shortened.
 * @returns null for anything else, such as a pattern
 */
export function embedDomain(text: string): string | null {
  const given = text.trim()
  const url = URL.parse(/^https?:\/\//i.test(given) ? given : `http://${given}`)
  if (!url || url.username || url.password || /[\s*\\]/.test(given)) return null
  const isHost = /^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$|^localhost$|^\d+(\.\d+){3}$/.test(
    url.hostname,
  )
  return isHost && url.hostname.length <= 253 ? url.host : null
}

/** Websites that may show a form, each once. */
export const embedDomains = z
  .array(z.string())
  .check(({ value, issues }) => {
    const wrong = value.find((text) => embedDomain(text) === null)
    const message =
      value.length > maxEmbedDomains
        ? `At most ${maxEmbedDomains} websites.`
        : wrong !== undefined &&
          `‘${wrong.trim().slice(0, 100)}’ is not a website, such as www.example.com.`
    if (message) issues.push({ code: 'custom', message, input: value })
  })
  .transform((texts) => [...new Set(texts.map((text) => embedDomain(text) ?? ''))])
