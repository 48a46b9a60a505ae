// Without zod: the screens that open WhatsApp use it too.

/** What a template can contain in braces, such as {name}. */
export const placeholders = {
  name: 'The traveller’s name',
  destination: 'Where the trip goes',
  date: 'When the trip begins',
  agent: 'Your name',
  agency: 'Your company',
} as const
export type Placeholder = keyof typeof placeholders

export const templateChannels = ['whatsapp', 'email'] as const
export type TemplateChannel = (typeof templateChannels)[number]

export interface MessageText {
  /** Only of an email; null otherwise. */
  subject: string | null
  text: string
}

/** The messages of an agent who has not written any. */
export const defaultMessages: Readonly<Record<TemplateChannel, MessageText>> = {
  whatsapp: {
    subject: null,
    text: 'Namaste {name}, this is {agent} from {agency}. You asked for a quote for {destination}. When is a good time to talk about your trip?',
  },
  email: {
    subject: 'Your trip to {destination}',
    text: 'Namaste {name},\n\nthank you for asking for a quote for {destination}. I would like to know a little more, so that I can plan the trip as you want it. When is a good time to call you?\n\n{agent}\n{agency}',
  },
}

/** The texts for values that are not known. */
const unknownValues: Readonly<Record<Placeholder, string>> = {
  name: 'there',
  destination: 'your trip',
  date: 'your dates',
  agent: '',
  agency: '',
}

/** A text with its placeholders filled in. An unknown placeholder is not changed. */
export function fillMessage(
  text: string,
  values: Readonly<Partial<Record<Placeholder, string | null>>>,
): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(placeholders, name)
      ? values[name as Placeholder] || unknownValues[name as Placeholder]
      : whole,
  )
}

/** Finds the first unknown placeholder of a text. @returns it with its braces, or undefined */
export function unknownPlaceholder(text: string): string | undefined {
  return text
    .match(/\{[^{}]*\}/g)
    ?.find((whole) => !Object.hasOwn(placeholders, whole.slice(1, -1)))
}
