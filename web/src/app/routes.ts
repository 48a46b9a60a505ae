import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { destinations } from '../features/destinations/destinations.ts'

export default [
  // The public site: prerendered, and drawn without Mantine.
  layout('./site-shell.tsx', [
    index('../pages/site/home.tsx'),
    route('destinations', '../pages/site/destinations.tsx'),
    // One by one: each carries its own texts alone, and an unknown destination is a page that is not found.
    ...destinations.map(({ slug }) =>
      route(`destinations/${slug}`, `../pages/site/destinations/${slug}.tsx`),
    ),
    route('about', '../pages/site/about.tsx'),
    route('contact', '../pages/site/contact.tsx'),
    route('my-enquiry', '../pages/site/my-enquiry.tsx'),
    route('privacy', '../pages/site/privacy.tsx'),
    route('terms', '../pages/site/terms.tsx'),
    // What the server answers an unknown address with.
    route('*', '../pages/site/not-found.tsx'),
  ]),
  layout('./app-shell.tsx', [
    route('auth/login', '../pages/auth/login.tsx'),
    route('auth/signup', '../pages/auth/signup.tsx'),
    route('forgot-password', '../pages/auth/forgot-password.tsx'),
    route('verify-otp', '../pages/auth/verify-otp.tsx'),
    route('add-new-password', '../pages/auth/add-new-password.tsx'),
    route('confirm-email', '../pages/auth/confirm-email.tsx'),
    route('auth/set-up-two-factor', '../pages/auth/set-up-two-factor.tsx'),
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
      route('invoices', '../pages/invoices.tsx'),
      route('invoices/:id', '../pages/invoice.tsx'),
      route('enquiries', '../pages/admin/enquiries.tsx'),
      route('contact-messages', '../pages/admin/contact-messages.tsx'),
      route('personal-data', '../pages/admin/personal-data.tsx'),
      route('transactions', '../pages/admin/transactions.tsx'),
      route('lead-cost', '../pages/admin/lead-cost.tsx'),
      route('replacements', '../pages/admin/replacements.tsx'),
      route('admin-profile', '../pages/admin/admin-profile.tsx'),
      route('audit-log', '../pages/admin/audit-log.tsx'),
      route('*', '../pages/dashboard-not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig
