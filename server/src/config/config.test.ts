import { availableParallelism, tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { StartError } from '../platform/start-error.ts'
import { readConfig } from './index.ts'

describe('readConfig', () => {
  test('starts a trial on both loopback addresses without settings', () => {
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

  test('treats an empty setting as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO_DATA: '' })).toEqual(readConfig({}))
  })

  describe('trial', () => {
    const keys = {
      RAZORPAY_KEY_ID: 'rzp_test_A1b2C3d4E5f6G7',
      RAZORPAY_KEY_SECRET: 'a',
      RAZORPAY_WEBHOOK_SECRET: 'b',
      SELLER_NAME: 'Raahi',
      SELLER_ADDRESS: 'Bengaluru',
      SELLER_GSTIN: '29AAAAA0000A1ZY',
    }
    const bucket = {
      S3_BUCKET: 'raahi',
      S3_REGION: 'ap-south-1',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    }
    const deployments = [
      { DATABASE_URL: 'postgresql://someone:secret@db.example/raahi' },
      { PUBLIC_URL: 'https://raahi.example' },
      { HOST: '0.0.0.0' },
      { HOST: '192.168.1.20' },
      { TRUST_PROXY: '1' },
      { TRUST_PROXY: '10.0.0.0/8' },
      { SMTP_URL: 'smtp://mail.example' },
      bucket,
      keys,
      { SMS_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'a', MSG91_TEMPLATE_ID: 'b' },
    ]

    test.each(deployments)('ends, with its demo data, mailbox and sandbox, with %j', (settings) => {
      expect(readConfig({ ...settings, SERVER_PROCESSES: '1' })).toMatchObject({
        trial: false,
        demoData: false,
        metrics: undefined,
      })
      expect(readConfig(settings).gateway.mode).not.toBe('sandbox')
      expect(readConfig(settings).sms.mode).toBe('SMS_PROVIDER' in settings ? 'live' : 'off')
    })

    test.each(deployments)('is required for demo data, which is rejected with %j', (settings) => {
      expect(() => readConfig({ ...settings, DEMO_DATA: 'on' })).toThrow(
        /^DEMO_DATA=on must not be set outside a trial[^\n]+$/,
      )
    })

    test.each([
      {},
      { HOST: '127.0.0.1' },
      { HOST: '::1' },
      { PUBLIC_URL: 'http://[::1]:8055' },
      { PUBLIC_URL: 'http://127.0.0.1:9000' },
      { TRUST_PROXY: 'off' },
      { TRUST_PROXY: '0' },
      { DEMO_DATA: 'on' },
      { ADMIN_EMAIL: 'first@raahi.example', ADMIN_PASSWORD: 'a long password' },
    ])('continues with %j', (settings) => {
      expect(readConfig(settings)).toMatchObject({ trial: true, demoData: true })
    })
  })

  test('sends SMS to the stand-in in a trial, and keys of the provider only over https', () => {
    expect(readConfig({}).sms.mode).toBe('sandbox')
    const keys = { SMS_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'a', MSG91_TEMPLATE_ID: 'b' }
    expect(readConfig(keys).sms).toMatchObject({ baseUrl: 'https://control.msg91.com' })
    expect(() => readConfig({ SMS_PROVIDER: 'msg91' })).toThrow(/must be set together/)
    expect(() => readConfig({ ...keys, MSG91_BASE_URL: 'http://sms.example' })).toThrow(/https/)
  })

  test('shows only the configured company details outside a trial', () => {
    expect(readConfig({}).company).toBeUndefined()
    const nameless = { legalName: 'Raahi', grievanceOfficer: 'the Grievance Officer, Raahi' }
    expect(readConfig({ PUBLIC_URL: 'https://raahi.example' }).company).toEqual({
      ...nameless,
      social: [],
    })
    const configured = readConfig({
      COMPANY_PHONE: '098765-43210',
      COMPANY_SOCIAL: 'https://x.com/one, https://wa.me/919876543210',
      CONTACT_EMAIL: 'desk@raahi.example',
    })
    expect(configured.company).toEqual({
      ...nameless,
      email: 'desk@raahi.example',
      grievanceEmail: 'desk@raahi.example',
      phone: '+91 98765 43210',
      social: ['https://x.com/one', 'https://wa.me/919876543210'],
    })
    const landline = readConfig({
      COMPANY_PHONE: '+91 141 000 0142',
      PUBLIC_URL: 'https://raahi.example',
    })
    expect(landline.company?.phone).toBe('+91 141 000 0142')
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
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(readConfig({ TRUST_PROXY: 'off' }).trustProxy).toBe(false)
    expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false)
    expect(readConfig({ DATA_DIR: tmpdir() }).dataDir).toBe(tmpdir())
  })

  test.each([
    'on',
    'true',
    'yes',
    '-1',
    '10',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.1/8/8',
    ',',
  ])(
    'believes no proxy because of TRUST_PROXY=%s, which would let clients choose their address',
    (TRUST_PROXY) => {
      expect(() => readConfig({ TRUST_PROXY })).toThrow(
        /^TRUST_PROXY must be off, the number of proxies .+ every client could choose its own address\.$/,
      )
    },
  )

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

  test("reads the address of the contact form, by default the sender's", () => {
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
  ])('rejects the sender %j', (MAIL_FROM) => {
    expect(() => readConfig({ MAIL_FROM })).toThrow(/^MAIL_FROM must be an address/)
  })

  test('reads the S3 store, in an Amazon region or at an endpoint', () => {
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
  ])('rejects an incomplete S3 store: %j', (env, text) => {
    const { message } = caught(() => readConfig(env))
    expect(message).toContain(text)
    expect(message.split('\n')).toHaveLength(1)
    expect(message).not.toContain('secret')
  })

  test('gives every process ten connections, four of them for lists, and divides a configured total', () => {
    const poolSizes = (SERVER_PROCESSES: string, DATABASE_POOL_SIZE?: string) => {
      const set = { SERVER_PROCESSES, ...(DATABASE_POOL_SIZE && { DATABASE_POOL_SIZE }) }
      const { databasePoolSize, databaseListPoolSize } = readConfig(set)
      return [databasePoolSize, databaseListPoolSize]
    }
    expect(['1', '4', '8', '64'].map((processes) => poolSizes(processes))).toEqual([
      [6, 4],
      [6, 4],
      [3, 2],
      [2, 2],
    ])
    expect(['1', '4', '64'].map((processes) => poolSizes(processes, '20'))).toEqual([
      [12, 8],
      [3, 2],
      [2, 2],
    ])
    expect(readConfig({}).serverProcesses).toBe(availableParallelism())
  })

  test.each([['DATABASE_DIRECT_URL']])('rejects %s without DATABASE_URL', (name) => {
    const { message } = caught(() => readConfig({ [name]: 'postgresql://someone:secret@db/raahi' }))
    expect(message).toBe(`${name} needs DATABASE_URL.`)
  })

  test('reports every wrong setting at once, one sentence each, and repeats no password', () => {
    const wrong = {
      PORT: '80800',
      HOST: 'a b',
      PUBLIC_URL: 'https://raahi.example/app',
      DATABASE_URL: 'mysql://someone:secret@db/raahi',
      DATABASE_DIRECT_URL: 'db.example/raahi?password=secret',
      DATABASE_POOL_SIZE: '1',
      SERVER_PROCESSES: '0',
      DEMO_DATA: 'yes',
      ADMIN_EMAIL: 'not-an-email',
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
