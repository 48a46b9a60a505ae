import { normaliseEmail } from '@raahi/contract/emails'
import { z } from 'zod'
import { emailSetting } from './setting-types.ts'

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
      const [, name, typed = text] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? []
      const address = normaliseEmail(typed)
      if (address === null) {
        context.addIssue('MAIL_FROM must be an address such as Raahi <no-reply@raahi.example>.')
        return z.NEVER
      }
      return { name: name?.trim().replace(/^"(.*)"$/, '$1') ?? '', address }
    })
    .default({ name: 'Raahi', address: 'no-reply@raahi.example' }),
  CONTACT_EMAIL: emailSetting('CONTACT_EMAIL'),
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}
