import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { readConfig } from '../config/index.ts'
import { createAdmin } from '../features/auth/create-admin.ts'
import { exitOnStartError } from '../main.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { StartError } from '../platform/start-error.ts'

const help = `npm run create-admin -- [--name NAME] [--email EMAIL] [--phone PHONE]

Makes an account with the role admin, while the product runs or not. What is not given is asked for. The password is
asked for, or taken from the setting ADMIN_PASSWORD; ADMIN_EMAIL is read too.`

type Answers = { name: string; email: string; phone: string; password: string }

/** Asks for missing values. The password is not shown while it is typed. */
async function ask(given: Partial<Answers>): Promise<Answers> {
  let muted = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!muted) stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY })
  // A piped line may arrive before its question, so lines are queued.
  const piped = stdin.isTTY ? undefined : lines[Symbol.asyncIterator]()
  const answer = async (label: string, secret = false) => {
    if (piped) {
      const { value, done } = await piped.next()
      if (done) throw new StartError(`${label} is missing.`)
      return value
    }
    stdout.write(`${label}: `)
    muted = secret
    const text = await lines.question('')
    muted = false
    if (secret) stdout.write('\n')
    return text
  }
  try {
    return {
      name: given.name ?? (await answer('Name')),
      email: given.email ?? (await answer('Email')),
      phone: given.phone ?? (await answer('Phone (optional)')),
      password: given.password ?? (await answer('Password', true)),
    }
  } finally {
    lines.close()
  }
}

await exitOnStartError(async () => {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      phone: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return console.log(help)
  // These two are read here because this command accepts one of them alone.
  const { ADMIN_EMAIL, ADMIN_PASSWORD, ...env } = process.env
  const config = readConfig(env)
  const answers = await ask({
    name: values.name,
    email: values.email ?? ADMIN_EMAIL,
    phone: values.phone,
    password: ADMIN_PASSWORD,
  })
  const { database, close } = await openDatabase(config, { joinRunning: true })
  try {
    const admin = await createAdmin(database, answers)
    console.log(`${admin.email} is now an admin and can log in at ${config.publicUrl}/auth/login.`)
  } finally {
    await close()
  }
})
