import { describe, expect, it } from 'vitest'
import { normaliseEmail } from './emails.ts'
import { emailField } from './fields.ts'

/** Characters that are not seen. */
const invisible = [
  '\u00ad', // soft hyphen
  '\u034f',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2060',
  '\u2063',
  '\u2066',
  '\u2069',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\u{e0041}',
]

describe('emails', () => {
  it.each([
    'a@b.co',
    'first.last+tag@sub.example.in',
    "o'neil@example.com",
    'a_b-c@x-y.example.com',
    '1234567890@qq.com',
    'a/b@example.com',
    'user%host@example.com',
    'asha@xn--p1b6ci4b4b3a.com',
    'asha@1und1.de',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(63)}.com`,
  ])('keeps %s', (email) => expect(normaliseEmail(email)).toBe(email))

  it.each([
    'Asha.Rao@Example.COM',
    '  asha.rao@example.com\n',
    '\u00a0asha.rao@example.com\u3000',
    'ａｓｈａ.rao@example.com',
    'asha.rao＠example.com',
    'asha.rao﹫example.com',
    'asha．rao@example.com',
    'asha․rao@example.com',
    'asha.rao@example。com',
    'asha.rao@example．com',
    'asha.rao@example｡com',
    'asha.rao@example․com',
    'asha.rao@ＥＸＡＭＰＬＥ.com',
    'aſha.rao@example.com',
    'a\u017fha.rao@example.com',
    '𝐚sha.rao@example.com',
    'ⓐsha.rao@example.com',
    'ᵃsha.rao@example.com',
    'asha.rao@ⓔxample.com',
    'asha.rao@example.ｃｏｍ',
  ])('%j is asha.rao@example.com', (typed) =>
    expect(normaliseEmail(typed)).toBe('asha.rao@example.com'),
  )

  it('ignores each invisible character at each place', () => {
    const email = 'asha@example.com'
    for (const mark of invisible) {
      for (let at = 0; at <= email.length; at += 1) {
        const typed = email.slice(0, at) + mark + email.slice(at)
        expect(normaliseEmail(typed), JSON.stringify(typed)).toBe(email)
      }
    }
  })

  it.each([
    ['\u212aumar@example.com', 'kumar@example.com'],
    ['KUMAR@\u212aERALA.com', 'kumar@kerala.com'],
    ['asha@Bücher.example', 'asha@xn--bcher-kva.example'],
    ['asha@bu\u0308cher.example', 'asha@xn--bcher-kva.example'],
    ['asha@XN--BCHER-KVA.example', 'asha@xn--bcher-kva.example'],
    ['asha@डाक.भारत', 'asha@xn--11bx1g.xn--h2brj9c'],
    ['asha@डाक。भारत', 'asha@xn--11bx1g.xn--h2brj9c'],
    ['\ufb01nance@example.com', 'finance@example.com'],
    ['asha²@example.com', 'asha2@example.com'],
  ])('%s is %s', (typed, normal) => expect(normaliseEmail(typed)).toBe(normal))

  it('has one form: the form of a form is the form itself', () => {
    for (const typed of ['Asha@Bücher.example', '\u212a@x.co', 'A\u200bb@डाक.भारत']) {
      const normal = normaliseEmail(typed)
      expect(normaliseEmail(normal ?? '')).toBe(normal)
    }
  })

  it.each([
    '',
    '@',
    'a',
    'a@b',
    '@b.co',
    'a b@c.de',
    'a@b c.de',
    'a@b..co',
    'a@b@c.de',
    'a@.co',
    'a@b.co.',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    '<a@b.co>',
    'Asha <a@b.co>',
    'mailto:a@b.co',
    'a,b@c.co',
    'a;b@c.co',
    '"a b"@c.co',
    'a\\b@c.co',
    'a(x)@c.co',
    'a\u0000@b.co',
    'a\tb@c.co',
    'josé@example.com',
    'jose\u0301@example.com',
    'ı@example.com',
    'İ@example.com',
    'ash\u0430@example.com', // a Cyrillic letter
    'आशा@example.com',
    'a。b@example.com',
    '\u2800a@example.com',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@[IPv6:::1]',
    'a@0x7f.1',
    'a@2130706433',
    'a@1.2',
    'a@example.123',
    'a@example.c',
    'a@exa_mple.com',
    'a@example.com:25',
    'a@example.com/x',
    'a@example.com?x',
    'a@example.com#x',
    'a@ex%61mple.com',
    'a@-example.com',
    'a@example-.com',
    'a@localhost',
    'a@\u200b.com',
    'a@क्\u200dष.भारत',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(126)}com`,
    `a@${'ü'.repeat(60)}.com`,
  ])('refuses %j', (typed) => {
    expect(normaliseEmail(typed)).toBeNull()
    expect(emailField().safeParse(typed).success).toBe(false)
  })
})
