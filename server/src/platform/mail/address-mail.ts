import { greetingLine } from './greeting.ts'
import type { Mail, MailDraft, Recipient, UserText } from './mail.ts'

/**
 * Creates the mail that a recipient may get. Text that users wrote goes only to confirmed addresses: otherwise the
 * product could be used to send any text to any address, because anyone can register or enter the address of another
 * person.
 */
export function addressMail({ to, paragraphs, facts, ...rest }: MailDraft): Mail {
  const { name, emailConfirmedAt } = to
  const textFor = (text: string | UserText) => {
    if (typeof text === 'string') return [text]
    return emailConfirmedAt ? [text.userText] : []
  }
  return {
    ...rest,
    to: to.email,
    ...(name !== undefined && { greeting: greetingLine({ name, emailConfirmedAt }) }),
    paragraphs: paragraphs.flatMap(textFor),
    ...(facts && {
      facts: facts.flatMap(([label, value, url]) =>
        textFor(value).map((text) =>
          url ? ([label, text, url] as const) : ([label, text] as const),
        ),
      ),
    }),
  }
}

/** A user as the recipient of a mail. */
export function recipientOf(user: {
  email: string
  name: string
  email_confirmed_at: Date | null
}): Recipient {
  return { email: user.email, name: user.name, emailConfirmedAt: user.email_confirmed_at }
}

/** An address from the settings, which counts as confirmed. */
export function operatorRecipient(email: string): Recipient {
  return { email, emailConfirmedAt: new Date(0) }
}

/** An address that a visitor entered into a form. */
export function visitorRecipient(email: string): Recipient {
  return { email, emailConfirmedAt: null }
}

/**
 * The address of an enquiry. It counts as confirmed once its traveller has verified it or an admin has checked the
 * enquiry: text of another user reaches it only if that user has paid for the enquiry.
 */
export function travellerRecipient({
  email,
  checkedAt,
}: {
  email: string
  checkedAt: Date | null
}): Recipient {
  return { email, emailConfirmedAt: checkedAt }
}
