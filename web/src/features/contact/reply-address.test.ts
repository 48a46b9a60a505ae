import { describe, expect, it } from 'vitest'
import { replyAddress } from './reply-address.ts'

describe('the link to reply by mail', () => {
  const message = {
    name: 'Ravi & Söhne',
    email: 'ravi+goa@example.com',
    message: 'Do you go to Goa?\nAnd when?',
  }

  it('quotes the message, and no part of the message becomes a header of the mail', () => {
    const link = replyAddress({ ...message, email: 'a?bcc=all@example.com' })
    expect(link).toMatch(/^mailto:a%3Fbcc%3Dall@example\.com\?subject=/)
    const parts = new URL(replyAddress(message)).searchParams
    expect([...parts.keys()]).toEqual(['subject', 'body'])
    expect(parts.get('body')).toContain('> Do you go to Goa?\r\n> And when?')
    expect(parts.get('body')).toContain('Dear Ravi & Söhne,')
  })

  it('stays short enough for every mail program', () => {
    const long = replyAddress({ ...message, message: 'घूमना '.repeat(600) })
    expect(long.length).toBeLessThan(1900)
    expect(() => decodeURIComponent(long)).not.toThrow()
  })
})
