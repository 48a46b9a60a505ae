import { availableParallelism, tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './start-error.ts'

describe('readConfig', () => {
  test('with nothing set is the trial on both loopback addresses', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 8055,
      hosts: ['127.0.0.1', '::1'],
      publicUrl: 'http://localhost:8055',
      trial: true,
      demoData: true,
      nodeEnv: 'production',
      trustProxy: false,
    })
    expect(config.ownOrigins).toEqual([
      'http://localhost:8055',
      'http://127.0.0.1:8055',
      'http://[::1]:8055',
    ])
    expect(Object.isFrozen(config) && Object.isFrozen(config.hosts)).toBe(true)
  })

  test('an empty setting counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO_DATA: '' })).toEqual(readConfig({}))
  })

  test('an address of its own ends the trial: behind a proxy the known demo logins would be open to all', () => {
    expect(readConfig({ PUBLIC_URL: 'https://raahi.example' })).toMatchObject({
      trial: false,
      demoData: false,
    })
    expect(readConfig({ PUBLIC_URL: 'http://[::1]:8055' })).toMatchObject({ trial: true })
  })

  test('a database of one’s own ends the trial and its demo data unless they are asked for', () => {
    const DATABASE_URL = 'postgresql://someone:secret@db.example/raahi'
    expect(readConfig({ DATABASE_URL })).toMatchObject({ trial: false, demoData: false })
    expect(readConfig({ DATABASE_URL, DEMO_DATA: 'on' })).toMatchObject({
      trial: false,
      demoData: true,
    })
  })

  test('demo accounts with known passwords are not offered to a network unless they are asked for', () => {
    const config = readConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'https://raahi.example/' })
    expect(config).toMatchObject({
      trial: false,
      demoData: false,
      publicUrl: 'https://raahi.example',
      ownOrigins: ['https://raahi.example'],
    })
  })

  test('whoever runs the product is what was told: outside a trial nothing is made up', () => {
    expect(readConfig({}).company).toBeUndefined()
    const nameless = { legalName: 'Raahi', grievanceOfficer: 'the Grievance Officer, Raahi' }
    expect(readConfig({ PUBLIC_URL: 'https://raahi.example' }).company).toEqual({
      ...nameless,
      social: [],
    })
    const told = readConfig({
      COMPANY_PHONE: '+91 98765 43210',
      COMPANY_SOCIAL: 'https://x.com/one, https://wa.me/919876543210',
      CONTACT_EMAIL: 'desk@raahi.example',
    })
    expect(told.company).toEqual({
      ...nameless,
      email: 'desk@raahi.example',
      grievanceEmail: 'desk@raahi.example',
      phone: '+91 98765 43210',
      social: ['https://x.com/one', 'https://wa.me/919876543210'],
    })
    for (const [name, value] of Object.entries({
      COMPANY_PHONE: 'ask us',
      COMPANY_EMAIL: 'desk',
      COMPANY_ADDRESS: 'Station Road\nJaipur',
      COMPANY_SOCIAL: 'http://x.com/one',
    })) {
      expect(() => readConfig({ [name]: value }), name).toThrow(name)
    }
  })

  test('reads lists and proxies', () => {
    expect(
      readConfig({ RATE_LIMIT_ALLOW: '10.0.0.1, ::1', TRUST_PROXY: '10.0.0.0/8,127.0.0.1' }),
    ).toMatchObject({
      rateLimitAllow: ['10.0.0.1', '::1'],
      trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    })
    expect(readConfig({ TRUST_PROXY: 'on' }).trustProxy).toBe(true)
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(readConfig({ DATA_DIR: tmpdir() }).dataDir).toBe(tmpdir())
  })

  test('reads the mail server and the sender', () => {
    expect(readConfig({})).toMatchObject({
      smtpUrl: undefined,
      mailFrom: { name: 'Raahi', address: 'no-reply@raahi.example' },
    })
    const SMTP_URL = 'smtps://someone:secret@mail.example:465'
    for (const [MAIL_FROM, mailFrom] of [
      [
        '"Raahi Travels" <hello@raahi.example>',
        { name: 'Raahi Travels', address: 'hello@raahi.example' },
      ],
      ['<hello@raahi.example>', { name: '', address: 'hello@raahi.example' }],
      ['hello@raahi.example', { name: '', address: 'hello@raahi.example' }],
    ] as const) {
      expect(readConfig({ SMTP_URL, MAIL_FROM })).toMatchObject({ smtpUrl: SMTP_URL, mailFrom })
    }
  })

  test('reads where the contact form writes to, the sender’s address unless told', () => {
    expect(readConfig({}).contactEmail).toBe('no-reply@raahi.example')
    expect(readConfig({ MAIL_FROM: 'Raahi <hello@raahi.example>' }).contactEmail).toBe(
      'hello@raahi.example',
    )
    const CONTACT_EMAIL = 'office@raahi.example'
    expect(readConfig({ CONTACT_EMAIL }).contactEmail).toBe(CONTACT_EMAIL)
    expect(() => readConfig({ CONTACT_EMAIL: 'office' })).toThrow(/^CONTACT_EMAIL must be/)
  })

  test('reads how long enquiries are kept', () => {
    expect(readConfig({}).enquiryRetentionMonths).toBe(12)
    expect(readConfig({ ENQUIRY_RETENTION_MONTHS: '6' }).enquiryRetentionMonths).toBe(6)
    for (const months of ['0', '121', '1.5', 'forever']) {
      expect(() => readConfig({ ENQUIRY_RETENTION_MONTHS: months })).toThrow(
        /^ENQUIRY_RETENTION_MONTHS must be/,
      )
    }
  })

  test.each([
    'Raahi <hello@raahi.example>, other@raahi.example',
    'Raahi\r\nBcc: other@raahi.example <hello@raahi.example>',
    'Raahi <hello@raahi.example',
  ])('refuses the sender %j', (MAIL_FROM) => {
    expect(() => readConfig({ MAIL_FROM })).toThrow(/^MAIL_FROM must be an address/)
  })

  test('reads the S3 store, in a region of Amazon’s or at an endpoint', () => {
    const keys = {
      S3_BUCKET: 'raahi-files',
      S3_ACCESS_KEY_ID: 'AKIA',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    const s3 = { bucket: 'raahi-files', accessKeyId: 'AKIA', secretAccessKey: 'secret' }
    expect(readConfig({}).s3).toBeUndefined()
    expect(readConfig({ ...keys, S3_REGION: 'ap-south-1' }).s3).toEqual({
      ...s3,
      region: 'ap-south-1',
      endpoint: undefined,
    })
    expect(readConfig({ ...keys, S3_ENDPOINT: 'https://s3.example:9000/' }).s3).toEqual({
      ...s3,
      region: 'us-east-1',
      endpoint: 'https://s3.example:9000',
    })
  })

  test.each([
    [{ S3_BUCKET: 'raahi', S3_REGION: 'ap-south-1' }, 'must be set together'],
    [{ S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret' }, 'must be set together'],
    [
      { S3_BUCKET: 'raahi', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'secret' },
      'needs S3_REGION',
    ],
    [{ S3_REGION: 'ap-south-1' }, 'need S3_BUCKET'],
    [{ S3_ENDPOINT: 'https://s3.example' }, 'need S3_BUCKET'],
  ])('refuses half an S3 store: %j', (env, text) => {
    const { message } = caught(() => readConfig(env))
    expect(message).toContain(text)
    expect(message.split('\n')).toHaveLength(1)
    expect(message).not.toContain('secret')
  })

  test('every process has ten connections, four of them for lists; those that are set are divided', () => {
    const poolSizes = (SERVER_PROCESSES: string, DATABASE_POOL_SIZE?: string) => {
      const set = { SERVER_PROCESSES, ...(DATABASE_POOL_SIZE && { DATABASE_POOL_SIZE }) }
      const { databasePoolSize, databaseListPoolSize } = readConfig(set)
      return [databasePoolSize, databaseListPoolSize]
    }
    expect(['1', '4', '8', '64'].map((processes) => poolSizes(processes))).toEqual([
      [6, 4],
      [6, 4],
      [3, 2],
      [3, 1],
    ])
    expect(['1', '4', '64'].map((processes) => poolSizes(processes, '20'))).toEqual([
      [12, 8],
      [3, 2],
      [2, 1],
    ])
    expect(readConfig({}).serverProcesses).toBe(availableParallelism())
  })

  test.each([['DATABASE_DIRECT_URL'], ['DATABASE_REPLICA_URL']])(
    'refuses %s without a database of one’s own',
    (name) => {
      const { message } = caught(() =>
        readConfig({ [name]: 'postgresql://someone:secret@db/raahi' }),
      )
      expect(message).toBe(`${name} needs DATABASE_URL.`)
    },
  )

  test('names every wrong setting at once, one sentence each, and repeats no password', () => {
    const wrong = {
      PORT: '80800',
      HOST: 'a b',
      PUBLIC_URL: 'https://raahi.example/app',
      DATABASE_URL: 'mysql://someone:secret@db/raahi',
      DATABASE_DIRECT_URL: 'db.example/raahi?password=secret',
      DATABASE_REPLICA_URL: 'secret',
      DATABASE_POOL_SIZE: '1',
      SERVER_PROCESSES: '0',
      DEMO_DATA: 'yes',
      ADMIN_EMAIL: 'nobody',
      RATE_LIMIT_ALLOW: '10.0.0.1,home',
      TRUST_PROXY: 'maybe',
      SMTP_URL: 'https://someone:secret@mail.example',
      MAIL_FROM: 'Raahi no-reply@raahi.example',
      S3_BUCKET: 'Not A Bucket',
      S3_REGION: 'somewhere else',
      S3_ENDPOINT: 'https://someone:secret@s3.example/raahi',
      LOG_LEVEL: 'loud',
      NODE_ENV: 'live',
    }
    const error = caught(() => readConfig(wrong))
    expect(error).toBeInstanceOf(StartError)
    const sentences = error.message.split('\n')
    for (const name of Object.keys(wrong)) {
      expect(sentences.filter((sentence) => sentence.startsWith(`${name} must `))).toHaveLength(1)
    }
    expect(sentences).toContain('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.')
    expect(error.message).not.toContain('secret')
  })
})

function caught(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('Nothing was thrown.')
}
