/** The two demo accounts, which are printed at the end of a start. */
export const DEMO_ADMIN = { email: 'admin@raahi.example', password: 'Admin@12345' }
export const DEMO_AGENT = { email: 'agent@raahi.example', password: 'Agent@12345' }
