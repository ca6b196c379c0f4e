import { join } from 'node:path';
import type { HostEnvironment } from '@bowline/assembly';

/**
 * The machine as a tenant's sessions see it: outputs, memory and rules for always are kept apart from those of others,
 * also where two tenants have sessions of the same id.
 */
export function toTenantMachine(machine: HostEnvironment, tenant: string): HostEnvironment {
  const folder = join(machine.bowlineHome, 'tenants', tenant);
  return { ...machine, sessionsFolder: join(folder, 'sessions'), learnedDir: folder };
}
