import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { useMarkMessage } from '../features/contact/contact-messages.api.ts'
import {
  useConvertEnquiry,
  useRejectEnquiries,
} from '../features/enquiries/admin/admin-enquiries.api.ts'
import { useDecideKyc } from '../features/kyc/kyc.api.ts'
import { useDecideRequest } from '../features/replacements/replacements.api.ts'
import { dashboardKey } from '../lib/query-keys.ts'

afterEach(() => vi.unstubAllGlobals())

const id = '0199a000-0000-7000-8000-000000000001'
const decisions: Record<string, () => () => void> = {
  'a decision on a replacement request': () => {
    const { mutate } = useDecideRequest()
    return () => mutate({ requestId: id, action: 'approved' })
  },
  'a decision on a KYC': () => {
    const { mutate } = useDecideKyc()
    return () => mutate({ userId: id, version: 1, action: 'approve' })
  },
  'an answered message': () => {
    const { mutate } = useMarkMessage()
    return () => mutate({ id, answered: true })
  },
  'a converted enquiry': () => {
    const { mutate } = useConvertEnquiry()
    return () => mutate({ enquiry: { _id: id, correctedAt: null }, body: {} } as never)
  },
  'a rejected enquiry': () => {
    const { mutate } = useRejectEnquiries()
    return () => mutate({ enquiries: [{ _id: id } as never], reason: 'spam' })
  },
}

it.each(Object.entries(decisions))(
  '%s makes the dashboard load again, also if it was refused',
  async (_, useDecision) => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ success: false, code: 'NOT_FOUND', message: 'Not found.' }, { status: 404 }),
    )
    const client = new QueryClient()
    client.setQueryData(dashboardKey, {})
    let decide = () => {}
    const Screen = () => {
      decide = useDecision()
      return null
    }
    renderToString(createElement(QueryClientProvider, { client }, createElement(Screen)))
    decide()
    await vi.waitFor(() => expect(client.getQueryState(dashboardKey)?.isInvalidated).toBe(true))
  },
)
