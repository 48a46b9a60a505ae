import type { MadeUser } from '../factories.ts'
import type { TestApp, TestInput } from '../test-app.ts'

/** The callers that try each call, in the order of the columns of `AccessCalls.statuses`. */
export const actors = [
  'anonymous',
  'garbage',
  'expired',
  'refresh',
  'ended',
  'suspended',
  'agent',
  'other',
  'admin',
] as const
export type Actor = (typeof actors)[number]

/** The expectations of `access.test.ts` for the calls of one area, by the name of the call. */
export interface AccessCalls {
  /**
   * The expected status per actor, in the order of `actors`: anonymous, an invalid token, an expired one, a refresh token
   * as bearer, one of an ended session, one of a suspended user, the agent that the call is about, another agent, an
   * admin.
   */
  statuses: Record<string, string>
  /** The error code of a 404. */
  notFound?: Record<string, string>
  /** A valid request to each call about `agent`, so that only the caller can be the reason for a rejection. */
  requests: Record<string, (app: TestApp, agent: MadeUser) => Promise<TestInput>>
}

/** The form of a lead. */
export const leadForm = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@example.com',
  city: 'Pune',
  destination: 'Goa',
}

/** The admin of the test data. */
export async function newestAdmin({ db }: Pick<TestApp, 'db'>): Promise<{ id: string }> {
  return db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}
