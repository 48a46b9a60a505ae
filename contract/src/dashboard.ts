import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getDashboard = endpoint({
  name: 'getDashboard',
  summary: 'Get the figures of the admin dashboard, without deleted leads',
  method: 'GET',
  path: '/api/auth/dashboard',
  access: 'admin',
  list: true,
  answer: z.object({
    totalLeads: z.int(),
    totalInternational: z.int(),
    totalDomestic: z.int(),
    totalUser: z.int(),
    totalAvailableLeads: z.int(),
    totalSoldLeads: z.int(),
    /** The destinations asked for most, with their number of leads. */
    topDestinations: z.array(z.object({ destination: z.string(), leads: z.int() })),
  }),
})
