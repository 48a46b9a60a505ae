import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import { metaSandboxPath } from './open-meta.ts'

const people = [
  ['Ananya Krishnan', 'Chennai', 'Kerala'],
  ['Rohit Malhotra', 'Delhi', 'Goa'],
  ['Fatima Sheikh', 'Mumbai', 'Kashmir'],
  ['Gurpreet Singh', 'Amritsar', 'Dubai'],
  ['Lakshmi Menon', 'Kochi', 'Bali'],
] as const

/** Faults, by the last digits of the id. */
const faults: readonly [ends: string, status: number, error: object][] = [
  ['404', 400, { code: 100, error_subcode: 33, message: 'Unsupported get request.' }],
  ['190', 401, { code: 190, message: 'Error validating access token.' }],
  ['500', 500, { code: 2, is_transient: true, message: 'Service temporarily unavailable' }],
]

/**
 * A stand-in for Meta's Graph API in a trial. It stores nothing: every id is a lead of a traveller that follows from its
 * digits. Outside a trial this address does not exist.
 */
export function addMetaSandbox(app: FastifyInstance, { meta }: Config): void {
  if (meta.mode !== 'sandbox') return
  app.get<{ Params: { id: string } }>(
    `${metaSandboxPath}/:id`,
    { schema: { hide: true } },
    async ({ params: { id }, headers }, reply) => {
      const refuse = (status: number, error: object) => reply.status(status).send({ error })
      if (headers.authorization !== `Bearer ${meta.pageToken}`) {
        return refuse(401, { code: 190, message: 'Invalid OAuth access token.' })
      }
      const fault = faults.find(([ends]) => id.endsWith(ends))
      if (fault || !/^\d{1,30}$/.test(id)) {
        const [, status, error] = fault ?? faults[0] ?? ['', 400, {}]
        return refuse(status, error)
      }
      const digits = id.slice(-6, -1).padStart(5, '0')
      const [name, city, destination] = people[Number(digits) % people.length] ?? people[0]
      const answer = (name: string, value: string) => ({ name, values: [value] })
      return {
        id,
        created_time: new Date().toISOString().replace(/\.\d+Z$/, '+0000'),
        field_data: [
          answer('full_name', name),
          answer('phone_number', `+9190000${digits}`),
          answer('email', `${name.toLowerCase().replace(' ', '.')}.${digits}@post.example`),
          answer('city', city),
          answer('where_do_you_want_to_travel?', destination),
        ],
      }
    },
  )
}
