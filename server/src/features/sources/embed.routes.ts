import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  accentColours,
  cssColour,
  embedPath,
  embedPlaceholders,
  parseColour,
} from '@raahi/contract/embed-page'
import { id as idField } from '@raahi/contract/fields'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import { contentSecurityPolicy } from '../../platform/http/security-headers.ts'
import { inlineScriptHashes, withOwnAddress } from '../../platform/http/site.ts'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import { type Embed, findEmbed } from './public/embeds.queries.ts'

const { sourceId, consentVersion, consentText } = embedPlaceholders
/** Without a build, as in API tests. */
const bare = `<!doctype html><head></head><form method="post" action="/enquiries"><p>${consentText}</p><input name="sourceId" value="${sourceId}"><input name="consentVersion" value="${consentVersion}"></form>`

/**
 * Serves the page of embedded forms: the built page with the consent text of the source and the accent colour. Only the
 * websites of the source may show it in a frame, and for `preview` only the product itself.
 */
export async function addEmbedPage(
  app: FastifyInstance,
  { config, database }: { config: Config; database: Database },
  siteFolder: string,
): Promise<void> {
  const path = join(siteFolder, embedPath, 'index.html')
  const built = existsSync(path) ? await readFile(path) : Buffer.from(bare)
  const html = withOwnAddress(built, config.publicUrl).toString()
  const scripts = inlineScriptHashes(html)
  const apiOrigin = config.webApiOrigin
  app.get(embedPath, { schema: { hide: true } }, async (request, reply) => {
    const { source, accent, preview } = request.query as Record<string, unknown>
    const id = idField.safeParse(source).data
    const embed = id ? await findEmbed(database.kysely, id) : undefined
    if (!id || embed?.state !== 'active') return sendClosed(reply, embed)
    const ancestors = preview === undefined ? embed.domains : ["'self'"]
    return reply
      .header(
        'content-security-policy',
        contentSecurityPolicy(scripts, { apiOrigin, frameAncestors: ancestors }),
      )
      .removeHeader('x-frame-options') // It has no list, and older browsers obey it before the policy.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(render(html, { id, embed, accent: typeof accent === 'string' ? accent : '' }))
  })
}

function render(
  html: string,
  { id, embed, accent }: { id: string; embed: Embed; accent: string },
): string {
  const texts: Record<string, string> = {
    [sourceId]: id,
    [consentVersion]: embed.consentVersion,
    [consentText]: escapeHtml(embed.consentText),
  }
  // Links and forms without a script open a new tab, because no other page can be shown in the frame.
  const head = `<base target="_blank"><style>${styleOf(accent)}</style></head>`
  return html
    .replaceAll(new RegExp(Object.keys(texts).join('|'), 'g'), (name) => texts[name] ?? '')
    .replace('</head>', () => head)
}

/** The light scheme, because the host page is not known, and the accent colour if it is one. */
function styleOf(accent: string): string {
  const scheme = ':root:root{color-scheme:light;--raahi-paper:#fff}'
  const colour = parseColour(accent)
  if (!colour) return scheme
  const { action, hover, onAction, soft, text } = accentColours(colour)
  const values = {
    action,
    'action-hover': hover,
    'on-action': onAction,
    'action-soft': soft,
    'action-text': text,
    link: text,
    focus: text,
  }
  const lines = Object.entries(values).map(([name, value]) => `--raahi-${name}:${cssColour(value)}`)
  return `${scheme}:root:root{${lines.join(';')}}`
}

/** No frame shows this page: its visitors see the message of their browser, and the admin this text. */
function sendClosed(reply: FastifyReply, embed: Embed | undefined): FastifyReply {
  const text = embed ? 'This form is closed at the moment.' : 'This form does not exist.'
  return reply
    .status(embed ? 403 : 404)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${text} · Raahi</title></head><body style="font:1.125rem/1.5 system-ui,sans-serif;margin:2rem"><h1 style="font-size:1.375rem">${text}</h1><p>Please write to the company whose website you are on.</p></body></html>`,
    )
}
