import { formatExactRupees, shortId } from '@raahi/contract/formats'
import { toWireStatus } from '@raahi/contract/lead-status'
import { listLeads } from '@raahi/contract/leads'
import { listPurchases } from '@raahi/contract/purchases'
import { type FoundRecord, findRecords, maxFoundRecords } from '@raahi/contract/record-search'
import { allTransactions, myTransactions } from '@raahi/contract/transactions'
import { listUsers, type Role, type User } from '@raahi/contract/users'
import { useQueries } from '@tanstack/react-query'
import { foundMembersText, userAddress } from '../../features/users/public/user-labels.ts'
import { call } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { canOpen } from '../screens.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

/** Statement lines of an agent that are searched: the newest, because the statement has no search. */
const searchedLines = 50
const minLength = 2

type Find = (search: string, signal: AbortSignal) => Promise<PaletteEntry[]>

const addressOf = (path: string, search: string) =>
  `/dashboard/${path}?${new URLSearchParams({ search })}`
const limit = String(maxFoundRecords)

function recordEntry(group: PaletteGroup, path: string, record: FoundRecord): PaletteEntry {
  const { _id: key, name: label, label: number, destination } = record
  const detail = [number, destination].filter(Boolean).join(' · ')
  return { key, group, label, detail, to: addressOf(path, number) }
}

const finders: Record<Role, Record<string, Find>> = {
  admin: {
    async people(search, signal) {
      const { docs } = await call(listUsers, { query: { search } }, { signal })
      return docs.slice(0, maxFoundRecords).map((user) => ({
        key: user._id,
        group: 'People',
        label: user.name || 'Vendor',
        detail: [foundMembersText(user.members), user.companyName, user.email]
          .filter(Boolean)
          .join(' · '),
        to: userAddress(user),
      }))
    },
    async records(search, signal) {
      const found = await call(findRecords, { query: { search } }, { signal })
      return [
        ...found.leads.map((lead) => recordEntry('Leads', 'add-leads', lead)),
        ...found.enquiries.map((enquiry) => recordEntry('Enquiries', 'enquiries', enquiry)),
      ]
    },
    async transactions(search, signal) {
      const { docs } = await call(allTransactions, { query: { search, limit } }, { signal })
      return docs.map((one) => ({
        key: one._id,
        group: 'Transactions',
        label: `${one.paymentId} · ${formatExactRupees(one.amount)}`,
        detail: [one.description, one.user.name, formatDate(one.createdAt)].join(' · '),
        to: addressOf('transactions', shortId(one._id)),
      }))
    },
  },
  user: {
    async purchases(search, signal) {
      const { docs } = await call(listPurchases, { query: { search, limit } }, { signal })
      return docs.map(({ lead }) => ({
        key: lead._id,
        group: 'People',
        label: lead.name,
        detail: [lead.leadId, lead.destination, 'bought'].filter(Boolean).join(' · '),
        to: `/dashboard/purchased-leads?lead=${lead.leadId}`,
      }))
    },
    async leads(search, signal) {
      const query = { search, ...toWireStatus('buy'), limit }
      const { leads } = await call(listLeads, { query }, { signal })
      return leads.map((lead) => ({
        key: lead._id,
        group: 'Leads',
        label: lead.name,
        detail: [lead.leadId, lead.destination].filter(Boolean).join(' · '),
        to: addressOf('my-leads', lead.leadId),
      }))
    },
    async transactions(search, signal) {
      const query = { limit: String(searchedLines) }
      const { docs } = await call(myTransactions, { query }, { signal })
      const text = search.toLowerCase()
      const isFound = (...texts: (string | null)[]) =>
        texts.some((one) => one?.toLowerCase().includes(text))
      return docs
        .map((line, index) => ({ line, page: Math.floor(index / 10) + 1 }))
        .filter(({ line }) => isFound(line.paymentId, line.description, line.reference, line._id))
        .slice(0, maxFoundRecords)
        .map(({ line, page }) => ({
          key: line._id,
          group: 'Transactions',
          label: `${line.paymentId} · ${formatExactRupees(line.amount)}`,
          detail: `${line.description} · ${formatDate(line.createdAt)}`,
          to: `/dashboard/wallet${page > 1 ? `?page=${page}` : ''}`,
        }))
    },
  },
}

/** Whether an admin may make the call of a finder. */
function mayFind(user: User, finder: string): boolean {
  if (finder === 'people') return canOpen(user, '/dashboard/users')
  if (finder === 'transactions') return canOpen(user, '/dashboard/transactions')
  return canOpen(user, '/dashboard/enquiries')
}

/**
 * The records that a text finds for a user. Leads and enquiries of an admin come without contacts: the calls of their screens
 * would show each traveller that the team has seen the contact.
 */
export function usePaletteRecords(user: User, text: string) {
  const { role } = user
  const search = text.trim()
  const isOn = search.length >= minLength
  const queries = useQueries({
    queries: Object.entries(finders[role])
      .filter(([name]) => role === 'user' || mayFind(user, name))
      .map(([name, find]) => ({
        queryKey: ['palette', role, name, search],
        queryFn: ({ signal }: { signal: AbortSignal }) => find(search, signal),
        enabled: isOn,
        staleTime: 10_000,
        retry: false,
      })),
  })
  return {
    records: isOn
      ? queries.flatMap(({ data = [] }) => data).filter(({ to }) => !to || canOpen(user, to))
      : [],
    isSearching: isOn && queries.some(({ isFetching }) => isFetching),
    hasFailed: isOn && queries.some(({ isError }) => isError),
  }
}
