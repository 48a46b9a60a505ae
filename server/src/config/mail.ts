import { isEmail } from '@raahi/contract/fields'
import { z } from 'zod'

/** Settings of mail, from the environment. */
export const mailSettings = {
  SMTP_URL: z
    .string()
    .refine(isMailServer, {
      // The value contains a password and is not repeated.
      error: 'SMTP_URL must be an address such as smtps://user:password@host:465.',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .transform((text, context) => {
      const [, name, address = text] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? []
      if (!isEmail(address)) {
        context.addIssue('MAIL_FROM must be an address such as Raahi <no-reply@raahi.example>.')
        return z.NEVER
      }
      return { name: name?.trim().replace(/^"(.*)"$/, '$1') ?? '', address }
    })
    .default({ name: 'Raahi', address: 'no-reply@raahi.example' }),
  CONTACT_EMAIL: z
    .string()
    .trim()
    .refine(isEmail, { error: 'CONTACT_EMAIL must be an email address.' })
    .optional(),
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}
