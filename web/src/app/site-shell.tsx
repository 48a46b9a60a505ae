import { Outlet } from 'react-router'
import { SiteFrame } from '../features/site/site-frame.tsx'

/** Around every public page. It imports nothing of Mantine: see docs/decisions/0016-public-site.md. */
export default function SiteShell() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}
