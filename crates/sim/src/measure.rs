//! Numbers about a state: energies, strains.
