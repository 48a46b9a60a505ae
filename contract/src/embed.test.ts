import { describe, expect, it } from 'vitest'
import { embedDomain, embedDomains } from './embed.ts'
import { accentColours, contrast, maxEmbedDomains, parseColour } from './embed-page.ts'

describe('the websites of an embedded form', () => {
  it.each([
    ['www.Example.com', 'www.example.com'],
    [' https://www.example.com/contact?x=1 ', 'www.example.com'],
    ['example.co.in:8443', 'example.co.in:8443'],
    ['http://localhost:3000', 'localhost:3000'],
    ['127.0.0.1:8340', '127.0.0.1:8340'],
    ['पर्यटन.भारत', 'xn--c2bseue8o.xn--h2brj9c'],
  ])('%s is %s', (text, domain) => {
    expect(embedDomain(text)).toBe(domain)
  })

  it.each([
    '',
    '*',
    '*.example.com',
    'example',
    'exa mple.com',
    "example.com; script-src 'unsafe-inline'",
    'example.com, evil.example',
    "'self'",
    'https:',
    'javascript:alert(1)',
    'ftp://example.com',
    'admin:secret@example.com',
    '[::1]',
    'example.com:99999',
  ])('%j is none', (text) => {
    expect(embedDomain(text)).toBeNull()
  })

  it('contain nothing that could add to the directive', () => {
    for (let code = 0; code < 0x300; code += 1) {
      for (const text of [
        `a${String.fromCharCode(code)}b.example`,
        `a.example${String.fromCharCode(code)}b`,
      ]) {
        expect(embedDomain(text) ?? 'a.example').toMatch(/^[a-z0-9.-]+(:\d{1,5})?$/)
      }
    }
  })

  it('are each kept once, at most 20', () => {
    expect(embedDomains.parse(['Example.com', 'https://example.com'])).toEqual(['example.com'])
    const many = Array.from({ length: maxEmbedDomains + 1 }, (_, i) => `a${i}.example`)
    expect(embedDomains.safeParse(many).success).toBe(false)
  })
})

describe('an accent colour', () => {
  it('is a colour in hexadecimal digits', () => {
    expect(parseColour('#0a7')).toEqual([0, 170, 119])
    expect(parseColour('00aA77')).toEqual([0, 170, 119])
    for (const wrong of ['', 'red', '#12345', 'fff;}', '#gggggg']) {
      expect(parseColour(wrong)).toBeUndefined()
    }
  })

  it('has texts that can be read and buttons that can be seen, for every colour', () => {
    const white = [255, 255, 255] as const
    for (let at = 0; at < 16 ** 3; at += 1) {
      const accent = [at & 15, (at >> 4) & 15, at >> 8].map((part) => part * 17)
      const { action, hover, onAction, soft, text } = accentColours(
        accent as [number, number, number],
      )
      expect(contrast(action, white)).toBeGreaterThanOrEqual(3)
      for (const [one, other] of [
        [onAction, action],
        [onAction, hover],
        [text, white],
        [text, soft],
      ] as const) {
        expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})
