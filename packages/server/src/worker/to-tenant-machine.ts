import { join } from 'node:path';
import type { HostEnvironment } from '@bowline/assembly';

/**
 * The machine as a tenant's sessions see it. Output, memory and "always" rules are separate from those of other
 * tenants, even for sessions with the same ID.
 */
export function toTenantMachine(machine: HostEnvironment, tenant: string): HostEnvironment {
  const folder = join(machine.bowlineHome, 'tenants', tenant);
  return { ...machine, sessionsFolder: join(folder, 'sessions'), learnedDir: folder };
}
