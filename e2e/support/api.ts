import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { smallPng } from './pictures.ts'
import { uniqueText } from './unique-text.ts'

export const admin = { emailOrPhone: 'admin@raahi.example', password: 'Admin@12345' }
export const demoAgent = { emailOrPhone: 'agent@raahi.example', password: 'Agent@12345' }

export interface Account {
  emailOrPhone: string
  password: string
}

export interface Agent extends Account {
  id: string
  name: string
}

/** Calls of the API that create the data of a test, as an admin would. */
export class Api {
  readonly #request: APIRequestContext
  /** One login for all calls, including concurrent ones. */
  #adminToken = Promise.resolve('')
  #renewAt = 0

  constructor(request: APIRequestContext) {
    this.#request = request
  }

  /**
   * Registers an agent with this wallet balance in rupees.
   * @param billingState code of a state; without it the first payment on a screen asks for it
   */
  async makeAgent({ wallet = 0, name = 'Asha Travels', billingState = '' } = {}): Promise<Agent> {
    const unique = randomUUID().replaceAll('-', '')
    const account = { emailOrPhone: `${unique}@agents.example`, password: 'Agent@12345' }
    const answer = await this.#request.post('/api/auth/register', {
      multipart: {
        name,
        email: account.emailOrPhone,
        password: account.password,
        phone: `+91${9_000_000_000 + Math.floor(Math.random() * 999_999_999)}`,
        companyName: 'Asha Travels Pvt Ltd',
        city: 'Pune',
      },
    })
    const { data } = await read<{ _id: string }>(answer)
    if (wallet > 0) {
      await this.asAdmin('post', '/api/plan/adminWalletRecharge', {
        userId: data._id,
        amount: wallet,
      })
    }
    const agent = { ...account, id: data._id, name }
    if (billingState) {
      const body = { name, email: account.emailOrPhone, billingState }
      await this.as(agent, 'put', '/api/auth/updateUser', body)
    }
    return agent
  }

  /**
   * Creates a lead for sale with a unique name, so that a test finds its own lead, and a unique contact, so that no check of a
   * request finds another lead with it.
   */
  async makeLead(fields: Record<string, unknown> = {}) {
    const name = `Traveller ${uniqueText()}`
    const phone = `+919${String(Math.floor(Math.random() * 1_000_000_000)).padStart(9, '0')}`
    const email = `${randomUUID().slice(0, 13)}@example.com`
    const { data } = await this.asAdmin<{
      _id: string
      leadId: string
      name: string
      cost: number
      phone: string
      email: string
    }>('post', '/api/leads', {
      name,
      phone,
      email,
      city: 'Mumbai',
      destination: 'Goa',
      travelDate: '2097-03-14',
      travelDays: 5,
      travelNights: 4,
      adult: 2,
      children: 1,
      infant: 0,
      tripType: 'Family',
      leadType: 'domestic',
      ...fields,
    })
    return data
  }

  /** A call as the demo admin. */
  async asAdmin<T>(method: 'get' | 'post' | 'put' | 'delete', path: string, data?: object) {
    // A token is valid for 15 minutes, less than a worker runs on a slow machine.
    if (Date.now() > this.#renewAt) {
      this.#renewAt = Date.now() + 10 * 60_000
      this.#adminToken = this.signIn(admin)
    }
    return read<T>(await this.send(method, path, await this.#adminToken, data))
  }

  /** A call as this account. */
  async as<T>(
    account: Account,
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    data?: object,
  ) {
    return read<T>(await this.send(method, path, await this.signIn(account), data))
  }

  async signIn({ emailOrPhone, password }: Account): Promise<string> {
    const answer = await this.#request.post('/api/auth/login', {
      data: { emailOrPhone, password },
    })
    return (await read<{ accessToken: string }>(answer)).data.accessToken
  }

  /** Uploads a KYC document as this agent. */
  async uploadKyc(agent: Account, name: string) {
    const headers = { authorization: `Bearer ${await this.signIn(agent)}` }
    const kyc = { name, mimeType: 'image/png', buffer: smallPng }
    return read(await this.#request.post('/api/kyc/own', { headers, multipart: { kyc } }))
  }

  send(method: 'get' | 'post' | 'put' | 'delete', path: string, token: string, data?: object) {
    return this.#request[method](path, {
      headers: { authorization: `Bearer ${token}` },
      ...(data && { data }),
    })
  }
}

async function read<T>(answer: { ok(): boolean; status(): number; json(): Promise<unknown> }) {
  const body = (await answer.json()) as { success: boolean; message?: string; data: T }
  if (!answer.ok()) throw new Error(`${answer.status()}: ${JSON.stringify(body)}`)
  return body
}
