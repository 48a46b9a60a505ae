/** The two demo accounts, which are printed at the end of a start. */
export const demoAdminLogin = { email: 'admin@raahi.example', password: 'Admin@12345' }
export const demoAgentLogin = { email: 'agent@raahi.example', password: 'Agent@12345' }
