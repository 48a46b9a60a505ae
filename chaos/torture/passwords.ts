import { login } from '../../contract/src/auth.ts'
import { changeOwnPassword } from '../../contract/src/profile.ts'
import type { Desk } from './buying.ts'
import { ownName } from './lead-keeping.ts'
import { refusedOtherwise } from './sentences.ts'

/** Changes the password and signs in with it; the one before lets nobody in. */
export async function changePassword({ client, agent }: Desk): Promise<void> {
  if (agent.newPassword !== undefined) return // Nobody knows yet what became of the last one.
  const { password: before } = agent
  const next = ownName('torture of agents')
  agent.newPassword = next
  const told = await client.askAs(agent, changeOwnPassword, {
    body: { currentPassword: before, newPassword: next, confirmNewPassword: next },
  })
  // The answer to the first try may have been lost. Whether it was will be seen when it signs in.
  const mayBeDone = told.unknowns > 0 || agent.newPassword === undefined
  refusedOtherwise(client, 'changeOwnPassword', told, [
    'TOO_MANY_REQUESTS',
    ...(mayBeDone ? ['CURRENT_PASSWORD_WRONG'] : []),
  ])
  if (told.code !== null) return
  agent.password = next
  agent.newPassword = undefined
  agent.token = ''
  if (!client.dice.chance(0.3)) return
  const body = { emailOrPhone: agent.email, password: before }
  const old = await client.ask(login, { body })
  refusedOtherwise(client, 'login', old, ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'])
  if (old.code === null) {
    client.world.around.complain(`${agent.userId} was let in with a password that it has changed`)
  }
}
