import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredLines, requiredText } from './fields.ts'
import { placeholders, templateChannels, unknownPlaceholder } from './message-text.ts'

/** Longest message, in characters. */
export const maxMessageLength = 1000
export const maxSubjectLength = 120

const known = Object.keys(placeholders)
  .map((name) => `{${name}}`)
  .join(', ')

const withoutUnknown = <S extends z.ZodType<string>>(schema: S) =>
  schema.superRefine((text, context) => {
    const unknown = unknownPlaceholder(text)
    if (unknown !== undefined)
      context.addIssue({
        code: 'custom',
        message: `${unknown} is not recognised. Use ${known}.`,
      })
  })

export const messageTemplate = z.object({
  channel: z.enum(templateChannels),
  /** Null for WhatsApp. */
  subject: z.string().nullable(),
  text: z.string(),
  /** Whether it is the text of Raahi, because the caller has not written one. */
  isDefault: z.boolean(),
})
export type MessageTemplate = z.output<typeof messageTemplate>

export const listMessageTemplates = endpoint('GET', '/api/messageTemplates', {
  name: 'listMessageTemplates',
  summary: 'List the caller’s texts for WhatsApp and email',
  access: 'agent',
  lowestRole: 'caller',
  answer: z.array(messageTemplate),
})

export const setMessageTemplate = endpoint('PUT', '/api/messageTemplates/{channel}', {
  name: 'setMessageTemplate',
  summary: 'Change the caller’s text for WhatsApp or email. Null: the text of Raahi again',
  access: 'agent',
  lowestRole: 'buyer',
  params: z.strictObject({
    channel: z.enum(templateChannels, { error: 'Choose whatsapp or email.' }),
  }),
  body: z.strictObject({
    template: z
      .strictObject({
        /** Of an email. WhatsApp has none. */
        subject: withoutUnknown(requiredText('Enter a subject.', maxSubjectLength)).nullish(),
        text: withoutUnknown(requiredLines('Enter a message.', maxMessageLength)),
      })
      .nullable(),
  }),
  answer: messageTemplate,
  message: 'Message saved.',
  errors: ['TOO_MANY_REQUESTS'],
})
