import type { MessageTemplate } from '@raahi/contract/message-templates'
import {
  defaultMessages,
  type MessageText,
  type TemplateChannel,
  templateChannels,
} from '@raahi/contract/message-text'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { ApiFailure } from '../../platform/http/failure.ts'

/** The templates of an agent. A template that the agent has not changed has the default text of the contract. */
export async function listTemplates(
  database: Database,
  userId: string,
): Promise<MessageTemplate[]> {
  const rows = await database.kysely
    .selectFrom('message_templates')
    .select(['channel', 'subject', 'text'])
    .where('user_id', '=', userId)
    .execute()
  return templateChannels.map((channel) => {
    const own = rows.find((row) => row.channel === channel)
    const { subject, text } = own ?? defaultMessages[channel]
    return { channel, subject, text, isDefault: own === undefined }
  })
}

/**
 * Changes a template of an agent, or resets it to the default text of the contract if the text is null.
 * @throws ApiFailure VALIDATION_FAILED for an email without a subject, or a WhatsApp message with a subject
 */
export async function setTemplate(
  database: Database,
  userId: string,
  channel: TemplateChannel,
  template: (Pick<MessageText, 'text'> & { subject?: string | null | undefined }) | null,
): Promise<MessageTemplate> {
  if (template === null) {
    await database.kysely
      .deleteFrom('message_templates')
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .execute()
  } else {
    const subject = template.subject ?? null
    if (channel === 'email' && subject === null) throw invalidSubject('Enter a subject.')
    if (channel !== 'email' && subject !== null)
      throw invalidSubject('Only an email has a subject.')
    const values = { subject, text: template.text, updated_at: sql<Date>`clock_timestamp()` }
    await database.kysely
      .insertInto('message_templates')
      .values({ user_id: userId, channel, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'channel']).doUpdateSet(values))
      .execute()
  }
  const found = (await listTemplates(database, userId)).find((each) => each.channel === channel)
  if (!found) throw new Error('the channel has no template')
  return found
}

function invalidSubject(message: string): ApiFailure {
  return new ApiFailure('VALIDATION_FAILED', { fieldErrors: { 'template.subject': message } })
}
