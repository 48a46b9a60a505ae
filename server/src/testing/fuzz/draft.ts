import { generateSync, type JsonSchema } from 'json-schema-faker'
import { metaSandboxKeys } from '../../config/meta.ts'
import type { Random } from '../../demo/random.ts'
import { factoryPassword } from '../factories.ts'
import { blackPng } from '../pictures.ts'
import type { FormFile } from './form-file.ts'
import { fileField, type Operation, type Schema } from './operations.ts'
import type { Draft } from './request-draft.ts'
import type { Stock, StockKind } from './stock.ts'

type Maker = (stock: Stock, random: Random) => unknown

const unique = (random: Random) => random.whole(1e8, 1e9 - 1)

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

/** Plausible values by the name of the field, for fields whose random values would hardly ever be accepted. */
const plausible: Record<string, Maker> = {
  name: (_, random) => random.pick(['Asha Rao', 'Zoë Nuñez', 'आशा राव', "O'Brien", 'a']),
  email: ({ agent, forgetful }, random) =>
    random.pick([`fuzz${unique(random)}@example.com`, agent.email.toUpperCase(), forgetful.email]),
  emailOrPhone: ({ agent }, random) => random.pick([agent.email, agent.phone]),
  phone: (_, random) => `+919${unique(random)}`,
  city: (_, random) => random.pick(['Pune', 'बेंगलुरु', null]),
  companyName: () => 'Marigold Travels',
  destination: (_, random) => random.pick(['Goa', 'Kerala']),
  password: () => factoryPassword,
  currentPassword: () => factoryPassword,
  newPassword: () => 'Monsoon-rain-9',
  confirmNewPassword: () => 'Monsoon-rain-9',
  otp: ({ otp }) => otp,
  challenge: ({ challenge }) => challenge,
  code: ({ codes }, random) => random.pick([codes.at(0), codes.at(-1)]),
  planId: (_, random) => `P-${unique(random)}`,
  price: (_, random) => random.pick([0, 50, 99.5, 1_000_000]),
  amount: (_, random) => random.pick([1, 100, 99.99]),
  expectedCost: () => 50,
  expectedPrice: () => 500,
  secret: ({ quoteSecret }) => quoteSecret,
  version: () => 1,
  revision: (_, random) => random.pick([1, 2]),
  validUntil: () => '2099-12-31',
  validity: (_, random) => random.pick([30, '30 days']),
  numberOfLeads: (_, random) => random.pick([1, 10]),
  travelTime: () => '5 (days) - 4 (nights)',
  totalMembers: () => ({ adult: '2', children: '0', infant: '' }),
  tripType: (_, random) => random.pick(['Family', 'Solo', 'Senior Citizen']),
  leadType: (_, random) => random.pick(['domestic', 'international']),
  satatus: (_, random) => random.pick(['buy', 'sold']),
  status: (_, random) => random.pick(['active', 'suspended', 'pending', 'captured', 'new']),
  page: (_, random) => String(random.pick([1, 2, 999_999_999])),
  limit: (_, random) => String(random.pick([1, 10, 50, 1000])),
  search: (_, random) => random.pick(['a', '%', '_', '100', "'", 'LD-0']),
  sort: (_, random) => random.pick(['-createdAt', 'createdAt', 'cost', '-travelDate']),
  website: () => '',
  consent: () => true,
  contact: ({ agent }, random) => random.pick([agent.email, agent.phone]),
  endpoint: (_, random) => `https://test.push.services.mozilla.com/push/${unique(random)}`,
  // The key and the secret of the example in RFC 8291.
  p256dh: () =>
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: () => 'BTBZMqHH6r4Tts7J_aSIgg',
  gstin: () => null,
  billingState: () => null,
  razorpay_payment_id: ({ checkout }) => checkout.razorpay_payment_id,
  razorpay_order_id: ({ checkout }) => checkout.razorpay_order_id,
  razorpay_signature: ({ checkout }) => checkout.razorpay_signature,
  token: ({ ids, confirmationToken, invitationToken }, random) =>
    random.pick([...ids.enquiryToken, confirmationToken, invitationToken]),
  // A bought lead.
  leadIds: ({ ids }) => ids.lead.slice(-1),
  dailyLimit: () => null,
  ids: ({ ids }) => ids.lead.join(','),
  orderId: ({ ids }, random) => random.pick(ids.order),
  google_key: ({ googleKey }) => googleKey,
  'hub.mode': () => 'subscribe',
  'hub.verify_token': () => metaSandboxKeys.verifyToken,
  'hub.challenge': () => '1158201444',
  metaPageId: () => null,
  metaFormId: () => null,
  domains: () => [],
  lead_id: (_, random) => `lead-${unique(random)}`,
  at: () => new Date().toISOString(),
  on: () => tomorrow(),
  endsOn: () => tomorrow(),
  day: () => tomorrow(),
  externalId: (_, random) => `crm-${unique(random)}`,
  scopes: () => ['purchases:read'],
  extra: () => ({ 'Which hotel?': 'Four stars' }),
  leads: (_, random) => [
    { name: 'Asha Rao', phone: `+919${unique(random)}`, externalId: 'crm-1' },
    {},
  ],
  callLaterOn: (_, random) => random.pick([tomorrow(), null]),
  url: (_, random) => random.pick(['https://example.com/hook', 'http://127.0.0.1:9/hook']),
  events: (_, random) => random.pick([['lead.purchased', 'wallet.low'], ['lead.sold']]),
  since: (_, random) => random.pick([new Date().toISOString(), `${tomorrow()}T00:00:00+05:30`]),
  template: (_, random) => random.pick([null, { text: 'Hello {name}' }]),
}

const kindsByField: Record<string, StockKind> = {
  leadId: 'lead',
  userId: 'user',
  planId: 'plan',
  requestId: 'request',
  pictureId: 'picture',
  moveId: 'move',
  sourceId: 'source',
  quoteId: 'quote',
  deliveryId: 'delivery',
  memberId: 'member',
  paymentId: 'payment',
}

/** The kind of record of a parameter that is only named `id`, by the path. */
const kindsByPath: [RegExp, StockKind][] = [
  [/\/purchases\//, 'purchase'],
  [/\/quotes\//, 'quote'],
  [/\/quoteTemplates\//, 'template'],
  [/\/leads\//, 'lead'],
  [/\/leadCost\//, 'leadCost'],
  [/\/savedSearches\//, 'search'],
  [/\/pushAlerts\//, 'device'],
  [/\/webhooks\//, 'webhook'],
  [/\/pipeline\/notes\//, 'note'],
  [/\/pipeline\/contacts\//, 'contactAttempt'],
  [/\/plan\//, 'plan'],
  [/\/enquiries\//, 'enquiry'],
  [/\/contact\//, 'message'],
  [/\/invoices\//, 'invoice'],
  [/\/sessions\//, 'session'],
  [/\/sources\//, 'source'],
  [/\/keys\//, 'key'],
  [/\/imports\//, 'import'],
  // No member has this id: a new owner would make every later call of the agent a 403.
  [/\/hand-over\//, 'invitation'],
  [/\/invitations\//, 'invitation'],
  [/\/members\//, 'member'],
  [/\/(payments|timeline)\//, 'payment'],
  [/\/auth\//, 'user'],
]

/** Creates a request that is valid by the schema and refers to records of the stock. */
export function makeDraft(operation: Operation, stock: Stock, random: Random): Draft {
  const make = (schema: Schema) => makeValue(schema, '', { operation, stock, random })
  const { agent, refreshToken, resetTicket } = stock
  const headers: Draft['headers'] = {}
  if (operation.path.startsWith('/api/auth') && random.next() < 0.7) {
    headers.cookie = `raahi_refresh=${refreshToken}; raahi_reset=${resetTicket}`
  }
  if (operation.hasKey && random.next() < 0.5) {
    headers['idempotency-key'] = `${agent.id}-${random.whole(1, 4)}`
  }
  return {
    params: texts(make(operation.params)),
    query: texts(make(operation.query)),
    headers,
    body: operation.body ? make(operation.body.schema) : undefined,
    file: makeFile(operation, random),
  }
}

/** A table for an import, else a picture, which all other file fields accept. */
function makeFile(operation: Operation, random: Random): FormFile | null {
  const field = fileField(operation)
  if (!field || random.next() < 0.2) return null
  if (operation.path === '/api/imports')
    return { field, name: 'a.csv', bytes: Buffer.from('Name,Phone\nAsha,9.8E+9\n') }
  return { field, name: 'picture.png', bytes: blackPng(8) }
}

type Making = { operation: Operation; stock: Stock; random: Random }

function makeValue(schema: Schema, name: string, making: Making): unknown {
  const { stock, random } = making
  if (schema.anyOf) return makeValue(random.pick(schema.anyOf), name, making)
  if (schema.format === 'uuid') return knownId(name, making)
  // The values of an enum are more valid than a plausible one.
  if (!schema.enum && random.next() < 0.9) {
    const maker = plausible[name]
    // The consent of a source is an object, that of the quote form is a checkbox.
    if (maker && !(name === 'consent' && schema.properties)) return maker(stock, random)
  }
  if (schema.type === 'object' && schema.properties) return makeObject(schema, making)
  return generateSync(schema as JsonSchema, { seed: random.whole(1, 2 ** 31) })
}

function makeObject(schema: Schema, making: Making): Record<string, unknown> {
  const required = new Set(schema.required)
  const chosen = Object.entries(schema.properties ?? {}).filter(
    ([name, { format }]) =>
      format !== 'binary' && (required.has(name) || making.random.next() < 0.5),
  )
  return Object.fromEntries(chosen.map(([name, field]) => [name, makeValue(field, name, making)]))
}

function knownId(name: string, { operation, stock, random }: Making): string {
  const kind =
    kindsByField[name] ?? kindsByPath.find(([path]) => path.test(`${operation.path}/`))?.[1]
  const known = kind ? stock.ids[kind] : Object.values(stock.ids).flat()
  const isUuid = (text: string) => text.length === 36
  const usable = known.filter(isUuid)
  return usable.length > 0 ? random.pick(usable) : stock.agent.id
}

function texts(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value as object).map(([name, one]) => [name, String(one ?? '')]),
  )
}
