import { Outlet } from 'react-router'
import '../ui/mantine-styles.css'
import { Providers } from './providers.tsx'

/** Around every screen of agents and admins: Mantine's theme and styles, which the public site does without. */
export default function AppShell() {
  return (
    <Providers>
      <Outlet />
    </Providers>
  )
}
