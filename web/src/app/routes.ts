import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('../pages/site/home.tsx'),
  route('auth/login', '../pages/auth/login.tsx'),
  route('auth/signup', '../pages/auth/signup.tsx'),
  route('forgot-password', '../pages/auth/forgot-password.tsx'),
  route('verify-otp', '../pages/auth/verify-otp.tsx'),
  route('add-new-password', '../pages/auth/add-new-password.tsx'),
  route('auth/unauthorized', '../pages/auth/unauthorized.tsx'),
  route('dashboard', './dashboard-shell.tsx', [
    index('../pages/dashboard-home.tsx'),
    route('my-leads', '../pages/agent/my-leads.tsx'),
    route('plans', '../pages/agent/plans.tsx'),
    route('purchased-leads', '../pages/agent/purchased-leads.tsx'),
    route('wallet', '../pages/agent/wallet.tsx'),
    route('user-profile', '../pages/agent/user-profile.tsx'),
    route('users', '../pages/admin/users.tsx'),
    route('add-leads', '../pages/admin/add-leads.tsx'),
    route('add-new-plans', '../pages/admin/add-new-plans.tsx'),
    route('transactions', '../pages/admin/transactions.tsx'),
    route('lead-cost', '../pages/admin/lead-cost.tsx'),
    route('replacements', '../pages/admin/replacements.tsx'),
    route('admin-profile', '../pages/admin/admin-profile.tsx'),
    route('audit-log', '../pages/admin/audit-log.tsx'),
    route('*', '../pages/dashboard-not-found.tsx'),
  ]),
  route('*', '../pages/site/not-found.tsx'),
] satisfies RouteConfig
