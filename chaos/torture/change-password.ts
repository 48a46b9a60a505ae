import { login } from '../../contract/src/auth.ts'
import { changeOwnPassword } from '../../contract/src/profile.ts'
import type { AgentSession } from './buy-leads.ts'
import { checkResponseCode } from './check-response.ts'
import { uniqueName } from './manage-leads.ts'

/** Changes the password and logs in with the new one. The old one must be refused. */
export async function changePassword({ client, agent }: AgentSession): Promise<void> {
  if (agent.newPassword !== undefined) return // The outcome of the last change is still unknown.
  const { password: before } = agent
  const next = uniqueName('torture of agents')
  agent.newPassword = next
  const response = await client.sendAs(agent, changeOwnPassword, {
    body: { currentPassword: before, newPassword: next, confirmNewPassword: next },
  })
  // If the first response was lost, the next login shows whether the password changed.
  const mayBeDone = response.unknownOutcomes > 0 || agent.newPassword === undefined
  checkResponseCode(client, 'changeOwnPassword', response, [
    'TOO_MANY_REQUESTS',
    ...(mayBeDone ? ['CURRENT_PASSWORD_WRONG'] : []),
  ])
  if (response.code !== null) return
  agent.password = next
  agent.newPassword = undefined
  agent.token = ''
  if (!client.random.chance(0.3)) return
  const body = { emailOrPhone: agent.email, password: before }
  const old = await client.send(login, { body })
  checkResponseCode(client, 'login', old, ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'])
  if (old.code === null) {
    client.state.context.reportViolation(`${agent.userId} logged in with the old password`)
  }
}
