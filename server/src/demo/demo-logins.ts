/** The two accounts that the demo data makes for people who try the product; printed at the end of a start. */
export const DEMO_ADMIN = { email: 'admin@raahi.example', password: 'Admin@12345' }
export const DEMO_AGENT = { email: 'agent@raahi.example', password: 'Agent@12345' }
