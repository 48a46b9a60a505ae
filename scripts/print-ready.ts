import { demoAdminLogin, demoAgentLogin } from '../server/src/demo/demo-logins.ts'
import { hasMailbox } from '../server/src/platform/mail/mailbox.routes.ts'
import { readState } from '../server/src/runtime/first-data.ts'
import type { RunningServer } from '../server/src/runtime/run-server.ts'

/** Prints the address of the product and the demo logins. */
export async function printReady({ config, database }: RunningServer): Promise<void> {
  const lines = [`Raahi is ready: ${config.publicUrl}`]
  if (config.demoData) {
    const { rows } = await database.pool.query<{ email: string }>(
      'SELECT email FROM users WHERE email = ANY ($1)',
      [[demoAdminLogin.email, demoAgentLogin.email]],
    )
    const existingEmails = new Set(rows.map(({ email }) => email))
    for (const [role, login] of [
      ['Admin', demoAdminLogin],
      ['Agent', demoAgentLogin],
    ] as const) {
      if (existingEmails.has(login.email))
        lines.push(`  ${role}: ${login.email} / ${login.password}`)
    }
  }
  if (hasMailbox(config)) lines.push(`  Mail: ${config.publicUrl}/dev/mailbox`)
  if (config.sms.mode === 'sandbox') lines.push(`  SMS: ${config.publicUrl}/dev/messages`)
  if (config.gateway.mode === 'sandbox') {
    lines.push(`  Test payments: ${config.publicUrl}/sandbox/razorpay`)
  }
  const { administered } = await readState(database)
  if (!administered) lines.push('  There is no admin yet. Create one with `npm run create-admin`.')
  console.log(`\n${lines.join('\n')}\n`)
}
