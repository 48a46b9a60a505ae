/** An active subscription, as the server returns it. */
export const fakeSubscription = {
  _id: '01a1ff16-4ebd-7160-8d67-3716c296adb9',
  plan: '01a1ff16-4ebd-7160-8d67-3716c296adb8',
  name: 'Videsh Starter',
  price: 0,
  planType: 'international',
  validity: 30,
  numberOfLeads: 10,
  leadsLeft: 10,
  status: true,
  startDate: '2026-11-21T10:00:00.000Z',
  endDate: '2026-12-21T10:00:00.000Z',
  daysLeft: 30,
}
