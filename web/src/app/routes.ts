import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { destinations } from '../features/destinations/public/destinations.ts'
import { screens } from './screens.ts'

export default [
  // The public site: prerendered, without Mantine.
  layout('./site-shell.tsx', [
    index('../pages/site/home.tsx'),
    route('destinations', '../pages/site/destinations.tsx'),
    // One route per destination: each page loads only its texts, and an unknown destination is a page that is not
    // found.
    ...destinations.map(({ slug }) =>
      route(`destinations/${slug}`, `../pages/site/destinations/${slug}.tsx`),
    ),
    route('agents', '../pages/site/agents.tsx'),
    route('developers', '../pages/site/developers.tsx'),
    route('about', '../pages/site/about.tsx'),
    route('contact', '../pages/site/contact.tsx'),
    route('my-enquiry', '../pages/site/my-enquiry.tsx'),
    route('quote', '../pages/site/quote.tsx'),
    route('returns', '../pages/site/returns.tsx'),
    route('privacy', '../pages/site/privacy.tsx'),
    route('terms', '../pages/site/terms.tsx'),
    // The server answers unknown addresses with this page.
    route('*', '../pages/site/not-found.tsx'),
  ]),
  // In a frame of another website, without the frame of the site.
  route('embed/quote', '../pages/site/embed-quote.tsx'),
  layout('./app-shell.tsx', [
    route('auth/login', '../pages/auth/login.tsx'),
    route('auth/signup', '../pages/auth/signup.tsx'),
    route('forgot-password', '../pages/auth/forgot-password.tsx'),
    route('verify-otp', '../pages/auth/verify-otp.tsx'),
    route('add-new-password', '../pages/auth/add-new-password.tsx'),
    route('confirm-email', '../pages/auth/confirm-email.tsx'),
    route('join', '../pages/auth/join.tsx'),
    route('auth/set-up-two-factor', '../pages/auth/set-up-two-factor.tsx'),
    route('auth/unauthorized', '../pages/auth/unauthorized.tsx'),
    layout('./dashboard-shell.tsx', [
      ...screens.map(({ path, page }) => route(path, `../${page}`)),
      route('dashboard/*', '../pages/dashboard-not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig
